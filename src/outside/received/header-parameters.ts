import { bytesOf, decodeText, headerText } from './decode-text'
import { withoutSpaces } from './header-fields'

/** A value with parameters, such as `text/plain; charset=utf-8`. The names and the value are lowercase. */
export type Parameters = { value: string; parameters: ReadonlyMap<string, string> }

const MAX_PARAMETERS = 50
const PARAMETER = /;[ \t\r\n]*([^ \t\r\n=;"]+)[ \t\r\n]*=[ \t\r\n]*(?:"((?:[^"\\]|\\.)*)"|([^; \t\r\n]*))/g

/** Returns the parameters of a header. RFC 2231 may split or encode a parameter. Of parameters with one name, the first counts. */
export function readParameters(header: string): Parameters {
  const end = header.indexOf(';')
  const value = withoutSpaces(end < 0 ? header : header.slice(0, end)).toLowerCase()
  const plain = new Map<string, string>()
  const pieces = new Map<string, Piece[]>()
  let count = 0
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    if (++count > MAX_PARAMETERS) break
    const text = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
    const { key, ...piece } = pieceOf(name.toLowerCase(), text)
    if (piece.at === undefined) plain.set(key, plain.get(key) ?? headerText(text))
    else pieces.set(key, [...(pieces.get(key) ?? []), { ...piece, at: piece.at }])
  }
  // A program that knows RFC 2231 also sends the plain form, for programs that do not know it.
  for (const [key, parts] of pieces) plain.set(key, joinPieces(parts))
  return { value, parameters: plain }
}

type Piece = { at: number; isEncoded: boolean; text: string }

/** Reads `filename*1*`: the second piece of `filename`, encoded. */
function pieceOf(name: string, text: string) {
  const [, key = name, number, star] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name) ?? []
  const isEncoded = star !== undefined
  const at = number === undefined ? (isEncoded ? 0 : undefined) : Number(number)
  return { key, at, isEncoded, text }
}

function joinPieces(pieces: readonly Piece[]): string {
  const sorted = pieces.toSorted((a, b) => a.at - b.at)
  const [, charset = '', rest] = (sorted[0]!.isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(sorted[0]!.text)) || []
  const texts = sorted.map(({ isEncoded, text }, index) => {
    const own = index === 0 ? (rest ?? text) : text
    return isEncoded ? percentDecoded(own) : own
  })
  return decodeText(bytesOf(texts.join('')), charset)
}

const percentDecoded = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
