// Times Weka's AODE and its TAN on a nominal ARFF file, the last attribute the class; against_weka.py runs it.
//
//     java -cp weka.jar WekaTimes.java FILE ROUNDS
//
// Each task is repeated for three seconds first, so that the virtual machine has compiled it. Prints for
// every round the seconds of: learning AODE from all rows, scoring all rows by it, and finding the structure
// of TAN (pairs are counted anew for that).
import weka.classifiers.bayes.AODE;
import weka.classifiers.bayes.BayesNet;
import weka.classifiers.bayes.net.search.local.TAN;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

public class WekaTimes {
  interface Task {
    double seconds() throws Exception;
  }

  static final double WARM_UP = 3;
  static double sink = 0;  // what is computed is used, so that nothing is optimised away

  static double since(long begin) {
    return (System.nanoTime() - begin) * 1e-9;
  }

  static double score(AODE aode, Instances all) throws Exception {
    long begin = System.nanoTime();
    for (int row = 0; row < all.numInstances(); row++)
      sink += aode.distributionForInstance(all.instance(row))[0];
    return since(begin);
  }

  static double learn(Instances all) throws Exception {
    long begin = System.nanoTime();
    new AODE().buildClassifier(all);
    return since(begin);
  }

  /** A network that says how long its structure took. */
  static class TimedNet extends BayesNet {
    double seconds = 0;

    @Override
    public void buildStructure() throws Exception {
      long begin = System.nanoTime();
      super.buildStructure();
      seconds = since(begin);
    }
  }

  static double tree(Instances all) throws Exception {
    TimedNet net = new TimedNet();
    net.setUseADTree(false);
    net.setSearchAlgorithm(new TAN());
    net.buildClassifier(all);
    return net.seconds;
  }

  static void print(String name, Task task, int rounds) throws Exception {
    for (long begin = System.nanoTime(); since(begin) < WARM_UP;) task.seconds();
    StringBuilder line = new StringBuilder(name);
    for (int round = 0; round < rounds; round++) line.append(" ").append(task.seconds());
    System.out.println(line);
  }

  public static void main(String[] arguments) throws Exception {
    Instances all = DataSource.read(arguments[0]);
    all.setClassIndex(all.numAttributes() - 1);
    int rounds = Integer.parseInt(arguments[1]);
    AODE aode = new AODE();
    aode.buildClassifier(all);
    print("learn", () -> learn(all), rounds);
    print("score", () -> score(aode, all), rounds);
    print("tree", () -> tree(all), rounds);
    System.err.println("sum " + sink);
  }
}
