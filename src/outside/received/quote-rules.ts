const MAX_LINES = 5000
const MAX_ATTRIBUTION_LINES = 3
const MAX_ATTRIBUTION_CHARACTERS = 1000

/** The words before a quote, in the languages of common mail programs. */
const ATTRIBUTION =
  /^(?:On|Am|Le|El|Il|Op|Em|Den|W dniu|Dne|Vào|\d{4}[-/年.]).{5,300}(?:wrote|schrieb[^:]{0,100}|a écrit|escribió|ha scritto|schreef[^:]{0,100}|escreveu|skrev[^:]{0,100}|napisał\(?a?\)?|napsal\(a\)|đã viết|写道|のメール)\s?[:\uff1a]$/isu
const SHORT_ATTRIBUTION = /^.{3,200} (?:wrote|writes|schrieb|schreibt):$/
const SEPARATOR =
  /^\s*-{2,}\s*(?:Original Message|Original message|Ursprüngliche Nachricht|Forwarded message|Message d.origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht|Mensagem original|Oprindelig meddelelse)\s*-{2,}\s*$/i
const FIRST_FIELD = /^[*_]*(?:From|Von|De|Da|Van|Från|Fra|Od|发件人|差出人)\s?[*_]*[:\uff1a]/i
const OTHER_FIELD =
  /^[*_]*(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado(?: el)?|Para|Asunto|Inviato|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|发送时间|收件人|主题)\s?[*_]*[:\uff1a]/i
const RULE = /^\s*_{10,}\s*$/
const MOBILE_SIGNATURE =
  /^[*_[]*(?:Sent from (?:my )?[\p{L}\d][^\n]{0,80}|Sent with \[?Proton[^\n]{0,80}|Get Outlook for [^\n]{0,80}|Von meinem [^\n]{1,40} gesendet|Gesendet von [^\n]{1,60}|Envoyé de(?:puis)? mon [^\n]{1,40}|Enviado desde mi [^\n]{1,40})$/iu

export type Kept = { quotes: boolean; footer: boolean }

/** Returns what the author of an email wrote: without the quoted email and without the signature. */
export function ownText(text: string, { quotes, footer }: Kept): string {
  const all = text.split('\n', MAX_LINES).map((line) => line.trimEnd())
  // Some programs put the signature below the quote.
  const last = startOfSignature(all) ?? all.length
  const own = quotes ? all.slice(0, last) : withoutQuote(all.slice(0, last))
  const lines = footer ? [...own, ...all.slice(last)] : withoutSignature(own)
  return lines.join('\n').trim()
}

function withoutQuote(lines: readonly string[]): string[] {
  const end = lines.findIndex((_, at) => isStartOfQuotedEmail(lines, at))
  const kept = withoutEmptyEnd(end < 0 ? lines : lines.slice(0, end))
  const top = withoutQuoteAtEnd(kept)
  return top.length > 0 ? withoutQuoteAtBeginning(top) : [...kept]
}

/** Whether a line begins an email that is quoted without marks: by a separator, or by its header. */
function isStartOfQuotedEmail(lines: readonly string[], at: number): boolean {
  const line = lines[at]!
  if (SEPARATOR.test(line) || isAttributionOfUnmarkedQuote(lines, at)) return true
  const start = RULE.test(line) ? at + 1 : at
  const following = lines.slice(start, start + 8).filter((next) => next !== '')
  return (
    FIRST_FIELD.test(following[0] ?? '') && following.slice(1, 6).filter((next) => OTHER_FIELD.test(next)).length >= 2
  )
}

/** Yahoo quotes an email without marks, after words with the address of its sender. */
function isAttributionOfUnmarkedQuote(lines: readonly string[], at: number): boolean {
  for (let length = 1; length <= MAX_ATTRIBUTION_LINES; length++) {
    const words = lines.slice(at, at + length).map((line) => line.trim())
    if (words.includes('')) return false
    const text = words.join(' ')
    if (text.length > MAX_ATTRIBUTION_CHARACTERS) return false
    if (!/<[^<>\s@]+@[^<>\s]+>.{0,80}:$/.test(text) || !ATTRIBUTION.test(text)) continue
    const next = lines.slice(at + length).find((line) => line.trim() !== '')
    return next !== undefined && !isQuoted(next)
  }
  return false
}

const isQuoted = (line: string) => line.startsWith('>')

function withoutEmptyEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '')
  return lines.slice(0, last + 1)
}

/** The author answered above the quote. */
function withoutQuoteAtEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '' && !isQuoted(line))
  const own = lines.slice(0, last + 1)
  const length = attributionAtEnd(own)
  return withoutEmptyEnd(length === 0 ? own : own.slice(0, -length))
}

/** Returns the number of lines of the words before a quote, at the end of these lines: programs break a long line. */
function attributionAtEnd(lines: readonly string[]): number {
  for (let length = Math.min(MAX_ATTRIBUTION_LINES, lines.length); length > 0; length--)
    if (ATTRIBUTION.test(lines.slice(-length).join(' ').trim())) return length
  return SHORT_ATTRIBUTION.test(lines.at(-1) ?? '') ? 1 : 0
}

/** The author answered below the quote. A text with several quotes answers each of them, so they stay. */
function withoutQuoteAtBeginning(lines: readonly string[]): string[] {
  const first = lines.findIndex(isQuoted)
  if (first < 0) return [...lines]
  const before = withoutEmptyEnd(lines.slice(0, first))
  if (before.length > 0 && attributionAtEnd(before) < before.filter((line) => line !== '').length) return [...lines]
  const length = lines.slice(first).findIndex((line) => line !== '' && !isQuoted(line))
  const rest = length < 0 ? [] : lines.slice(first + length)
  return rest.length === 0 || rest.some(isQuoted) ? [...lines] : rest
}

/** Returns where the signature begins. With several marks, none is known to begin it. */
function startOfSignature(lines: readonly string[]): number | undefined {
  const marks = lines.flatMap((line, at) => (line === '--' ? [at] : []))
  return marks.length === 1 ? marks[0] : undefined
}

function withoutSignature(lines: readonly string[]): string[] {
  const own = withoutEmptyEnd(lines.slice(0, startOfSignature(lines) ?? lines.length))
  const last = own.at(-1)
  return last !== undefined && MOBILE_SIGNATURE.test(last) ? withoutEmptyEnd(own.slice(0, -1)) : own
}
