// The command line: one line a subcommand. What a subcommand does lives in record/ and replay/.
int main() {
  return 0;
}
