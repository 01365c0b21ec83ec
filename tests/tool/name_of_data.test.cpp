// What messages call DATA when they are several files.
#include "tool/shards_fixture.hpp"

using namespace credence::programs;

TEST_CASE("what is wrong with all rows of several files is told of all of them") {
  const Shards data;
  const std::string head = "x,size,smoker,city,note,visits,wait,class\n";
  for (const std::string& file : {data.a, data.b}) write_to(file, head + "1,2,0,c,n,3,4,\n");
  for (const Words& more : {Words{}, Words{"--stream"}, Words{"--shards", "2"}}) {
    CAPTURE(more);
    const Words all = with(more, {"-o", data.folder / "p.json"});
    const Run run = data.fit(all);
    CHECK(run.exit == 3);
    CHECK(run.says("column 'class' of " + data.a + " and 1 more has no class in any of its"));
  }
}
