// What Weka's AODE and LBR say of the rows of an ARFF file; make_weka.py runs it.
//
//     java -cp weka.jar WekaAnswers.java version
//     java -cp weka.jar WekaAnswers.java aode FILE [OPTION of weka.classifiers.bayes.AODE ...]
//     java -cp weka.jar WekaAnswers.java lbr FILE STEP
//
// The last attribute is the class. aode learns the rows that have one and answers for all rows; lbr answers
// for rows 0, STEP, 2 STEP, ... and learns the others. One line for each row asked for: a probability for
// each class, in digits that read back as the same double.
import java.util.Arrays;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.AODE;
import weka.classifiers.lazy.LBR;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

public class WekaAnswers {
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("version")) {
      System.out.println(weka.core.Version.VERSION);
      return;
    }
    Instances all = DataSource.read(arguments[1]);
    all.setClassIndex(all.numAttributes() - 1);
    Instances training = new Instances(all);
    Instances asked = all;
    Classifier classifier;
    if (arguments[0].equals("aode")) {
      AODE aode = new AODE();
      aode.setOptions(Arrays.copyOfRange(arguments, 2, arguments.length));
      classifier = aode;
    } else {
      int step = Integer.parseInt(arguments[2]);
      training = new Instances(all, 0);
      asked = new Instances(all, 0);
      for (int row = 0; row < all.numInstances(); row++)
        (row % step == 0 ? asked : training).add(all.instance(row));
      classifier = new LBR();
    }
    training.deleteWithMissingClass();
    classifier.buildClassifier(training);
    for (int row = 0; row < asked.numInstances(); row++) {
      StringBuilder line = new StringBuilder();
      for (double probability : classifier.distributionForInstance(asked.instance(row)))
        line.append(line.length() == 0 ? "" : ",").append(probability);
      System.out.println(line);
    }
  }
}
