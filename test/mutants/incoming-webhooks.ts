import type { Mutant } from './mutant'

const SIGNED = ['test/integrations/webhook-deliveries.test.ts'] as const
const SIGNATURES = ['test/integrations/signatures.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/integrations/incoming-webhooks/read-delivery.ts',
    search: '  if (refusal) throw refusal\n',
    replace: '',
    reason: 'A bot with a secret accepts deliveries of other senders.',
    tests: SIGNED,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/endpoints.ts',
    search: 'secret: secret ?? webhook_secret,',
    replace: 'secret: webhook_secret ?? secret ?? undefined,',
    reason: 'A sender chooses the secret of its own signature.',
    tests: SIGNED,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/read-delivery.ts',
    search: "return deliveryKey(hash('sha256', bytes), id)",
    replace: 'return deliveryKey(undefined, id)',
    reason: 'A signed delivery is replayed with another id.',
    tests: SIGNED,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/rules.ts',
    search: 'for (const name of SECRET_PARAMETERS) query.delete(name)',
    replace: '',
    reason: 'The list of deliveries shows the API key of the bot.',
    tests: SIGNED,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/rules.ts',
    search: '.filter(([name]) => !SECRET_HEADERS.test(name))',
    replace: '',
    reason: 'The realm stores credentials and signatures of requests.',
    tests: SIGNED,
  },
  {
    file: 'src/integrations/signatures.ts',
    search: "return Math.abs(now - seconds) <= most ? 'valid' : 'old'",
    replace: "return 'valid'",
    reason: 'An old signed delivery is accepted for ever.',
    tests: SIGNATURES,
  },
  {
    file: 'src/integrations/signatures.ts',
    search: "if (textAt(decodedPart(head), 'alg') !== 'HS256') return 'wrong'",
    replace: '',
    reason: 'A token chooses the algorithm of its signature.',
    tests: SIGNATURES,
  },
  {
    file: 'src/integrations/signatures.ts',
    search: "return isEqual(given, digest('sha256', request.secret, [signed]).toString('hex')) ? 'valid' : 'wrong'",
    replace: "return 'valid'",
    reason: 'Any hash in a body counts as a signature.',
    tests: SIGNATURES,
  },
  {
    file: 'src/integrations/services/grafana.ts',
    search: 'signedAt: ({ header, now }) => header(TIMESTAMP) ?? String(now),',
    replace: '',
    reason: 'An old signed alert is accepted for ever.',
    tests: SIGNATURES,
  },
]
