import type { Resolver } from 'node:dns/promises'
import { codeOf, messageOf } from '../../../conversion/failure.ts'
import type { Find } from './check.ts'

/** How a name without records is answered. */
const NONE = new Set<unknown>(['ENODATA', 'ENOTFOUND'])

export type Domains = { mail_from: string; gateway: string }
export type Lookups = Pick<Resolver, 'resolveMx' | 'resolveTxt'>
type DomainCheck = { title: string; problem: string | undefined }

/** Returns what the domain name system says of the domains that send and receive emails: a title, and a problem if there is one. */
export async function problemsOfMailDomains(
  { mail_from, gateway }: Domains,
  resolver: Lookups,
): Promise<DomainCheck[]> {
  const checks: DomainCheck[] = []
  const domain = mail_from.split('@').at(-1) ?? ''
  if (isPublic(domain))
    checks.push(
      await recordCheck(`${domain} says who may send its emails (SPF)`, async () =>
        (await texts(resolver, domain)).some((text) => text.startsWith('v=spf1'))
          ? undefined
          : `Other servers may refuse the emails. Add the TXT record that the sending service shows, such as v=spf1 … -all`,
      ),
      await recordCheck(`${domain} says what to do with other emails (DMARC)`, async () =>
        (await texts(resolver, `_dmarc.${domain}`)).some((text) => text.startsWith('v=DMARC1'))
          ? undefined
          : `Add a TXT record at _dmarc.${domain}, such as v=DMARC1; p=quarantine`,
      ),
    )
  if (isPublic(gateway))
    checks.push(
      await recordCheck(`${gateway} receives emails (MX)`, async () =>
        (await existing(resolver.resolveMx(gateway))).length > 0
          ? undefined
          : 'No server receives its emails. Let the platform route them: docs/receiving-mail.md',
      ),
    )
  return checks
}

/** A development server has domains that no other server can look up. */
const isPublic = (domain: string) => domain.includes('.') && !domain.endsWith('.localhost')

async function recordCheck(title: string, find: Find): Promise<DomainCheck> {
  const unanswered = (error: unknown) => `The domain name system does not answer: ${messageOf(error)}`
  return { title, problem: await find().catch(unanswered) }
}

const texts = async (resolver: Lookups, domain: string) =>
  (await existing(resolver.resolveTxt(domain))).map((parts) => parts.join(''))

/** A name without records has none of them. */
const existing = <Found>(records: Promise<Found[]>): Promise<Found[]> =>
  records.catch((error: unknown) => {
    if (NONE.has(codeOf(error))) return []
    throw error
  })
