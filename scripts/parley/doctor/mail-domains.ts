/** Returns what the domain name system says of the domains that send and receive emails: a title, and a problem if there is one. */
export async function problemsOfMailDomains({ mail_from, gateway }, resolver) {
  const checks = []
  const domain = mail_from.split('@').at(-1)
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
const isPublic = (domain) => domain.includes('.') && !domain.endsWith('.localhost')

async function recordCheck(title, find) {
  return { title, problem: await find().catch((error) => `The domain name system does not answer: ${error.message}`) }
}

const texts = async (resolver, domain) => (await existing(resolver.resolveTxt(domain))).map((parts) => parts.join(''))

/** A name without records has none of them. */
const existing = (records) =>
  records.catch((error) => {
    if (['ENODATA', 'ENOTFOUND'].includes(error.code)) return []
    throw error
  })
