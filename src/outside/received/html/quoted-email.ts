import type { Kept } from '../quote-rules'
import type { Attributes } from '../../html-attributes'
import type { Omits } from './html-to-markdown'

// The classes and ids by which mail programs mark what their user did not write.
const QUOTE_CLASS =
  /yahoo_quoted|\b(?:gmail_quote|gmail_extra|moz-cite-prefix|protonmail_quote|zmail_extra|tutanota_quote)\b/
const QUOTE_ID = /^(?:qt|yahoo_quoted|isForwardContent)/
const REST_ID = /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|reply-intro)/
const FOOTER_CLASS = /\b(?:gmail_signature|moz-signature|protonmail_signature_block|tutanota_signature)\b/
const FOOTER_ID = /^(?:Signature|AppleMailSignature|lineBreakAtBeginningOfSignature|ms-outlook-mobile-signature|sig\d)/
// Microsoft's program draws a line above the email that it quotes, and has no other mark.
const LINE_ABOVE_QUOTE = /border:\s?none;\s?border-top:\s?solid #[0-9a-f]{6} 1\.0pt/i

/** Returns which elements of the HTML of an email are the quoted email or the signature. */
export const omitsOf =
  ({ quotes, footer }: Kept): Omits =>
  (tag, attributes) =>
    (quotes ? undefined : quoteOf(tag, attributes)) ?? (!footer && isFooter(attributes) ? 'element' : undefined)

function quoteOf(tag: string, { class: names = '', id = '', type, style = '' }: Attributes): ReturnType<Omits> {
  if (REST_ID.test(id) || (tag === 'div' && LINE_ABOVE_QUOTE.test(style))) return 'rest'
  const isQuote = QUOTE_CLASS.test(names) || QUOTE_ID.test(id) || (tag === 'blockquote' && type === 'cite')
  return isQuote ? 'element' : undefined
}

const isFooter = ({ class: names = '', id = '' }: Attributes): boolean => FOOTER_CLASS.test(names) || FOOTER_ID.test(id)
