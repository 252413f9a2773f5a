import { fieldsIn, valueIn, type Header } from './header-fields'

/** The header that this server's own emails have. */
export const OWN_EMAIL_FIELD = 'X-Parley-Email'

const MAX_HOPS = 40

/** Returns whether a program wrote an email, by its header (RFC 3834). Such an email is no answer of a person. */
export function isAutomatic(header: Header, envelope_from: string): boolean {
  const submitted = valueIn(header, 'auto-submitted').toLowerCase()
  const type = valueIn(header, 'content-type').toLowerCase()
  return (
    isBounce(header, envelope_from) ||
    (submitted !== '' && submitted !== 'no') ||
    /^(bulk|junk|list|auto_reply)$/i.test(valueIn(header, 'precedence')) ||
    ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id'].some(
      (name) => valueIn(header, name) !== '',
    ) ||
    type.startsWith('multipart/report')
  )
}

/** Returns whether an email says that another one did not arrive. No user must answer it. */
export const isBounce = (header: Header, envelope_from: string): boolean =>
  envelope_from === '' || envelope_from === '<>' || valueIn(header, 'return-path') === '<>'

/** Returns whether an email goes in a circle, or came from this server. */
export const isLoop = (header: Header): boolean =>
  valueIn(header, OWN_EMAIL_FIELD.toLowerCase()) !== '' || fieldsIn(header, 'received').length > MAX_HOPS
