import type { Mutant } from './mutant'

const THREATS = ['test/threats/received-mail.test.ts'] as const
const RULES = ['test/integrations/received-mail.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/integrations/received-mail/bounces.ts',
    search: 'recipientMark(each, secrets) === purpose.recipient',
    replace: 'each.includes("@")',
    reason: 'A recipient stops the emails to others.',
    tests: ['test/integrations/bounces.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/bounces.ts',
    search: ' || dayOf(realm.now()) > purpose.last_day',
    replace: '',
    reason: 'An old bounce ends the emails to an address.',
    tests: ['test/integrations/bounces.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/report-rules.ts',
    search: "secret !== '' && standardWebhooks",
    replace: "secret === '' || standardWebhooks",
    reason: 'Any visitor stops emails on a deployment without a provider.',
    tests: ['test/integrations/bounces.rules.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/endpoints.ts',
    search: 'throw wrongReportSignature({})',
    replace: 'void 0',
    reason: 'Any visitor stops emails.',
    tests: ['test/integrations/bounces.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/read-email.ts',
    search:
      "return recipients !== undefined && isSignedBy({ domain, fields: ['from', recipients] }, entity, now, config)",
    replace: "return isSignedBy({ domain, fields: ['from'] }, entity, now, config)",
    reason: 'An email for other people is posted as its author.',
    tests: ['test/integrations/received-mail.test.ts'],
  },
  {
    file: 'src/markdown/inlines/mentions.ts',
    search: 'name === nameText ? wildcardMention(name, silent, message) : undefined',
    replace: 'wildcardMention(name, silent, message)',
    reason: 'Code in a mention gets past the check of agents.',
    tests: ['test/integrations/received-mail.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/actions.ts',
    search:
      "countRequest(realm, recentArrivals, addressKey(purpose), [limit])?.retry_after ?? 0,\n    countRequest(realm, recentArrivals, 'all addresses', limits)?.retry_after ?? 0,",
    replace: '',
    reason: 'Emails that are ignored have no limit.',
    tests: ['test/integrations/received-mail.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/arrival-rules.ts',
    search: 'email.is_proven && sameAddress',
    replace: 'sameAddress',
    reason: 'An email with a forged sender is sent as the user.',
    tests: THREATS,
    only: 'forged sender',
  },
  {
    file: 'src/domain/integrations/received-mail/arrival-rules.ts',
    search: 'email.is_proven && sameAddress(delivery_email, email.from)',
    replace: 'email.is_proven',
    reason: 'Any client with an address can answer for its user.',
    tests: THREATS,
  },
  {
    file: 'src/outside/received/dkim-rules.ts',
    search: "signing.includes('.') && (signing === domain || domain.endsWith(`.${signing}`))",
    replace: 'true',
    reason: 'The signature of any domain proves the sender.',
    tests: THREATS,
  },
  {
    file: 'src/outside/received/dkim-rules.ts',
    search: '    l === undefined &&\n',
    replace: '',
    reason: 'Text after the signed part counts as signed.',
    tests: THREATS,
  },
  {
    file: 'src/outside/received/dkim-rules.ts',
    search: "    signedFields.includes('from') &&\n",
    replace: '',
    reason: 'A signature without the sender proves the sender.',
    tests: THREATS,
  },
  {
    file: 'src/outside/received/dkim.ts',
    search: 'bodyHash(email.body, signature.isBodyRelaxed) === signature.bodyHash &&',
    replace: '',
    reason: 'The text of a signed email can be replaced.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/received-mail/read-email.ts',
    search: 'if (author === undefined || others.length > 0 || more.length > 0) return false',
    replace: 'if (author === undefined) return false',
    reason: 'An email with two senders proves the first one.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/received-mail/endpoints.ts',
    search: '!isOurs(address, { deployment_secret, realm_name })',
    replace: 'false',
    reason: 'Any client can invent an address.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/received-mail/authors.ts',
    search: "if (dayOf(realm.now()) > purpose.last_day) return { refusal: 'expired' }\n",
    replace: '',
    reason: 'The address for an answer never expires.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/received-mail/authors.ts',
    search: '!owner.is_active || isRevoked ||',
    replace: '!owner.is_active ||',
    reason: 'A revoked address still receives emails.',
    tests: ['test/integrations/received-mail.test.ts'],
  },
  {
    file: 'src/domain/integrations/received-mail/authors.ts',
    search: 'return isProven ? responsible : emailGatewayBot(realm)',
    replace: 'return responsible',
    reason: 'Any client with the address of a channel writes as its user.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/received-mail/actions.ts',
    search: "  if (wait > 0) throw rateLimitHit({ 'retry-after': wait })\n",
    replace: '',
    reason: 'Emails fill a realm without limit.',
    tests: THREATS,
  },
  {
    file: 'src/outside/received/email-parts.ts',
    search:
      "  if (depth > MAX_DEPTH || ++count.parts > MAX_PARTS) throw new UnreadableEmail('The email has too many parts')\n",
    replace: '',
    reason: 'An email with many parts fills the memory.',
    tests: RULES,
  },
]
