// What shuffles, votes and matches return on this device, lane by lane, wherever the language defines a result; and
// what its rules say of the same questions, without a device. Models of a warp are judged against the former.
#include "matches.cuh"
#include "shuffles.cuh"
#include "votes.cuh"

int main(int argc, char** argv) {
  return answer_all(argc, argv, [](Answer answer) {
    record_all_shuffles(answer);
    record_all_votes(answer);
    record_all_matches(answer);
  });
}
