import { escapeLiteral } from '../../escape'

const nested = (tag: string, depth: number, inside: string) =>
  `<${tag}>`.repeat(depth) + inside + `</${tag}>`.repeat(depth)

const repeat = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Texts that may be costly to process, by their length. */
export const TEXT_SAMPLES: Record<string, (length: number) => string> = {
  'one word': (length) => repeat('a', length),
  'words of one character': (length) => repeat('a ', length),
  'different words': (length) => repeat(Array.from({ length }, (_, index) => index.toString(36)).join(' '), length),
  'a script without spaces': (length) => repeat('的', length),
  'a ligature of eighteen letters and spaces': (length) => repeat('\ufdfa', length),
  'characters with many accents': (length) => repeat('e\u0301\u0302\u0303\u0304', length),
  'special characters': (length) => repeat('&<>"\' ', length),
  'word endings': (length) => repeat('ationalizations ', length),
}

/** Rendered messages that may be costly to process, by their length. */
export const HTML_SAMPLES: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    Object.entries(TEXT_SAMPLES).map(([name, text]) => [
      name,
      (length: number) => `<p>${escapeLiteral(text(length))}</p>`,
    ]),
  ),
  'nested quotes': (length) => nested('blockquote', 24, repeat('<p>a</p>\n', length - (length % 9))),
  'much emphasis': (length) => repeat('<em>a</em> ', length - (length % 11)),
  'nested lists': (length) => nested('ol', 24, repeat('<li>a</li>\n', length - (length % 11))),
  links: (length) => repeat('<a href="/b">a</a> ', length - (length % 19)),
  emoji: (length) => repeat('<span class="emoji emoji-1f600" role="img">:a:</span>', length - (length % 53)),
}
