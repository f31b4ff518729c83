int cre2_placeholder(void) { return 0; }
