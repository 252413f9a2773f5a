/**
 * What SQLite skips, and then the kinds of tokens: a string or a blob, the three ways to quote a name, a word or a number, and
 * any other character. A quote that nothing closes reaches to the end, where SQLite refuses the statement.
 */
const TOKEN =
  /[ \t\n\f\r]+|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[xX]?'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\w$\u0080-\uffff]+|[^]/g

const IS_SKIPPED = /^(?:[ \t\n\f\r]|--|\/\*)/

/**
 * Returns the statements of an SQL text in one form, without comments and without the white space between their tokens. Two texts
 * with the same form do the same. Strings and quoted names stay as they are.
 */
export function statementsOf(text: string): string {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !IS_SKIPPED.test(token))
  const needed = tokens.filter((token, at) => token !== ';' || (at > 0 && tokens[at - 1] !== ';'))
  return (needed.at(-1) === ';' ? needed.slice(0, -1) : needed).join(' ')
}
