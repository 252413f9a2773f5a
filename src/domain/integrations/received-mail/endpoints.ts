import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { rateLimitHit, requestTooLarge, storeUnavailable } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import { readBody } from '../../../api/read-fields'
import { endpoint, step, type Edge } from '../../../edge'
import { malformedJson } from '../../../integrations/errors'
import { readBounce } from '../../../outside/received/bounce'
import { DnsUnavailable } from '../../../outside/received/dkim'
import { MAX_EMAIL_BYTES, readEntity, UnreadableEmail } from '../../../outside/received/header-fields'
import type { Realm } from '../../../realm'
import { isOurs, readMailAddress, type MailAddress } from '../../../store/mail-addresses'
import { anyone, theDeployment } from '../../people/users/callers'
import { admitEmail, beginFiles, postEmail, type Posting } from './actions'
import { emailIsUnreadable, noSuchMailAddress } from './arrival-rules'
import { noteBounce, suppress } from './bounces'
import { readEmail } from './read-email'
import { isSignedReport, refusedIn, wrongReportSignature } from './report-rules'
import { storeFiles } from './store-files'

const begin = step((realm: Realm, _: undefined, arrived: Parameters<typeof beginFiles>[1]) => ({
  uploads: beginFiles(realm, arrived) ?? null,
}))
const post = step((realm: Realm, _: undefined, posting: Posting) => postEmail(realm, posting))
const note = step((realm: Realm, _: undefined, arrived: Parameters<typeof noteBounce>[1]) => ({
  outcome: noteBounce(realm, arrived),
}))

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
  returns: { outcome: v.picklist(['posted', 'ignored', 'refused', 'suppressed']), message_id: v.nullable(v.number()) },
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
  steps: { begin, post, note },
  present: async (edge, { now }, { to, from }) => {
    const address = requireOurAddress(edge, to)
    const bytes = await readBody(edge.request, MAX_EMAIL_BYTES)
    const { config } = edge
    const { purpose, options } = address
    if (purpose.kind === 'bounce') {
      const bounce = await orRefusal(async () => readBounce(readEntity(bytes)))
      if (bounce === undefined) return { outcome: 'ignored' as const, message_id: null }
      return { ...(await edge.ask(note, { purpose, bounce })), message_id: null }
    }
    const { email, body, files } = await orRefusal(() =>
      readEmail({ bytes, to, address: { purpose, options }, envelope_from: from, now, config }),
    )
    const arrived = { purpose, email }
    const { uploads } = await edge.ask(begin, { ...arrived, count: files.length })
    const stored = uploads === null ? { files: [], omitted: [] } : await storeFiles(edge, files, uploads)
    return edge.ask(post, { ...arrived, body, ...stored, showsSender: options.includes('show-sender') })
  },
})

const refuseAddresses = step((realm: Realm, _: undefined, { addresses, reason }: ReturnType<typeof refusedIn>) => {
  suppress(realm, addresses, reason)
  return {}
})

const MAX_REPORT_BYTES = 256 * 1024

export const receiveReport = endpoint.decision({
  route: 'POST /parley/mail/reports',
  summary:
    'Receive a report of the HTTP provider for emails: addresses whose server refused an email for ever, and recipients who complained, get no more emails.',
  note: 'The provider signs its reports (Standard Webhooks) with `MAIL_HTTP_WEBHOOK_SECRET`. The body has `type`, such as `email.bounced`, and `data` with `to`.',
  caller: anyone,
  streams: 'any body',
  params: {},
  returns: {},
  errors: [wrongReportSignature, malformedJson, requestTooLarge],
  decide: (realm) => ({ now: realm.now() }),
  steps: { refuseAddresses },
  present: async (edge, { now }) => {
    const bytes = await readBody(edge.request, MAX_REPORT_BYTES)
    const secret = edge.config.mail_http_webhook_secret
    if (!isSignedReport({ headers: edge.request.headers, bytes, secret, now })) throw wrongReportSignature({})
    const report = parseJson(new TextDecoder().decode(bytes))
    if (report === undefined) throw malformedJson({})
    const refused = refusedIn(report)
    return refused.addresses.length === 0 ? {} : edge.ask(refuseAddresses, refused)
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
