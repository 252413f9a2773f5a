/**
 * Chroma's engine gives up on a pattern that takes too long, and JavaScript's cannot. So each part that can match the
 * same text in exponentially many ways is replaced by one that can in one way only. Most are strings, in which a
 * backslash is an escape or else a character like any other: as many choices as there are backslashes.
 */
export const withoutSlowness = (pattern: string): string =>
  SLOW.reduce((text, [slow, safe]) => text.replaceAll(slow, () => safe), pattern)

const { raw } = String

const SLOW: [slow: string, safe: string][] = [
  [raw`(\\\\|\\"|[^"])*`, raw`(\\[^]|[^"\\])*`],
  [raw`(?:\\\\|\\"|[^"])*`, raw`(?:\\[^]|[^"\\])*`],
  [raw`(\\\\|\\'|[^'])*`, raw`(\\[^]|[^'\\])*`],
  [raw`(\\\\|\\!|[^!])*`, raw`(\\[^]|[^!\\])*`],
  [raw`(\\\\|\\"|[^"\n])*`, raw`(\\[^\n]|[^"\\\n])*`],
  [raw`/(\\\\|\\"|[^/])*/`, raw`/(\\[^]|[^/\\])*/`],
  [raw`(\\\\|\\[0-7]+|\\.|[^"\\$])*`, raw`(\\[^]|[^"\\$])*`],
  [raw`(\\\\|\\[0-7]+|\\.|[^'\\])*`, raw`(\\[^]|[^'\\])*`],
  [raw`"(?:\\.|[^"])*"`, raw`"(?:\\[^]|[^"\\])*"`],
  [raw`'(?:\\.|[^'])*'`, raw`'[^']*'`],
  [raw`(?:[\\\p{L}\p{N}_]|[^\x00-\x7f])*`, raw`(?:[\\A-Za-z0-9_]|[^\x00-\x7f])*`],
  [raw`([A-Z][A-Z0-9_]*){2,}`, raw`([A-Z][0-9_]*[A-Z][A-Z0-9_]*)`],
  [raw`(?=(?:(?:--\[(=*)\[[\p{L}\p{N}_\W]*?\](\2)\])|(?:--.*$)|(?:\s+))*[.:])`, raw`(?=\s*[.:])`],
  [raw`(\n\s*(?:(?!\2).)*\s*\n\s*)(\2)`, raw`(\n(?:(?!\2)[^])*\n[ \t]*)(\2)`],
  [raw`(?:\[[^\]]+@[^\]]+\]\s?)?`, raw`(?:\[[^\]\s@]+@[^\]\n]+\]\s?)?`],
  [raw`/(?s)\*(((?!\*/).)*)\*/`, raw`/\*(?:(?!\*/)[^])*\*/`],
]
