import { headerText } from './decode-text'
import { withoutSpaces } from './header-fields'

/** An address in a header, with its name. */
export type NamedAddress = { name: string; address: string }

const MAX_HEADER_CHARACTERS = 20_000
const MAX_ADDRESSES = 100

/** Returns the addresses of a header such as `From`. A comment is no part of an address. */
export function readAddresses(value: string): NamedAddress[] {
  const found: NamedAddress[] = []
  for (const piece of splitAtCommas(value.slice(0, MAX_HEADER_CHARACTERS))) {
    const address = addressIn(piece)
    if (address !== undefined && found.length < MAX_ADDRESSES) found.push(address)
  }
  return found
}

function addressIn(piece: string): NamedAddress | undefined {
  const open = piece.lastIndexOf('<')
  const close = piece.indexOf('>', open)
  const isBracketed = open >= 0 && close > open
  const address = withoutSpaces(isBracketed ? piece.slice(open + 1, close) : piece)
  if (!/^[^ \t\r\n<>@"]+@[^ \t\r\n<>@"]+$/.test(address)) return undefined
  return { name: isBracketed ? nameOf(piece.slice(0, open)) : '', address }
}

const nameOf = (text: string): string =>
  withoutSpaces(
    headerText(
      withoutSpaces(text)
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll(/\\(.)/g, '$1'),
    ).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
  )

/** Splits at the commas, and at the semicolon of a group, that are neither quoted nor in a comment. Comments are omitted. */
function splitAtCommas(value: string): string[] {
  const pieces = ['']
  let isQuoted = false
  let depth = 0
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!
    if (character === '\\') {
      if (depth === 0) pieces[pieces.length - 1] += value.slice(at, at + 2)
      at++
    } else if (character === '"' && depth === 0) {
      isQuoted = !isQuoted
      pieces[pieces.length - 1] += character
    } else if (isQuoted) pieces[pieces.length - 1] += character
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (character === ',' || character === ';')) pieces.push('')
    else if (depth === 0) pieces[pieces.length - 1] += character
  }
  return pieces
}
