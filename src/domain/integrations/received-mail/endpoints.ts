import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { rateLimitHit, requestTooLarge, storeUnavailable } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { endpoint, step, type Edge } from '../../../edge'
import { DnsUnavailable } from '../../../outside/received/dkim'
import { EMAIL_BYTES_MAX, UnreadableEmail } from '../../../outside/received/header-fields'
import type { Realm } from '../../../realm'
import { isOurs, readMailAddress, type MailAddress } from '../../../store/mail-addresses'
import { theDeployment } from '../../people/users/callers'
import { admitEmail, beginFiles, postEmail, type Posting } from './actions'
import { emailIsUnreadable, noSuchMailAddress } from './arrival-rules'
import { readEmail } from './read-email'
import { storeFiles } from './store-files'

const begin = step((realm: Realm, _: undefined, arrived: Parameters<typeof beginFiles>[1]) => ({
  uploads: beginFiles(realm, arrived) ?? null,
}))
const post = step((realm: Realm, _: undefined, posting: Posting) => postEmail(realm, posting))

export const receiveEmail = endpoint.decision({
  route: 'POST /parley/emails',
  summary: 'Receive an email. Its whole text, as a mail server received it, is the body of the request.',
  note: 'The platform delivers emails to the Worker without this endpoint. It is for a mail server of your own. An answer with the status 429 or 5xx is temporary: the mail server should try again.',
  caller: theDeployment,
  streams: 'any body',
  params: {
    to: shortText(), // the address of the recipient, from the envelope
    from: shortText(), // the address for bounces, from the envelope. A bounce itself has none.
  },
  returns: { outcome: v.picklist(['posted', 'ignored', 'refused']), message_id: v.nullable(v.number()) },
  errors: [
    wrongDeploymentSecret,
    noSuchMailAddress,
    emailIsUnreadable,
    requestTooLarge,
    rateLimitHit,
    storeUnavailable,
  ],
  prepare: (edge, { to }) => ({ address: requireOurAddress(edge, to) }),
  decide: (realm, _, { address }) => {
    admitEmail(realm, address.purpose)
    return { now: realm.now() }
  },
  steps: { begin, post },
  present: async (edge, { now }, { to, from }) => {
    const address = requireOurAddress(edge, to)
    const bytes = await readBody(edge.request, EMAIL_BYTES_MAX)
    const { config } = edge
    const { email, body, files } = await orRefusal(() =>
      readEmail({ bytes, to, address, envelope_from: from, now, config }),
    )
    const arrived = { purpose: address.purpose, email }
    const { uploads } = await edge.ask(begin, { ...arrived, count: files.length })
    const stored = uploads === null ? { files: [], omitted: [] } : await storeFiles(edge, files, uploads)
    return edge.ask(post, { ...arrived, body, ...stored, showsSender: address.options.includes('show-sender') })
  },
})

/** Throws if the address is not one that this deployment made for this realm. */
function requireOurAddress({ config, realm_name }: Edge, to: string): MailAddress {
  const address = readMailAddress(to, config.mail_gateway)
  const { deployment_secret } = config
  if (address === undefined || !isOurs(address, { deployment_secret, realm_name })) throw noSuchMailAddress({})
  return address
}

async function orRefusal<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadableEmail) throw emailIsUnreadable({})
    if (error instanceof DnsUnavailable) throw storeUnavailable({})
    throw error
  }
}
