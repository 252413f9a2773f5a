/** The alert words of all users, in the form that texts are searched with: each is folded. */
export type AlertWords = {
  wantedBy: Map<string, number[]> // user ids by word
  lengths: Map<string, Set<number>> // lengths of words by their first characters
}
