/** Parts of the server whose awaits the life does not reach, and why. Each path begins the path of a file. */
type Group = { reason: string; paths: readonly string[] }

const UNREACHED: readonly Group[] = [
  {
    reason: 'They speak with a server that has no stand-in: a mail server by TCP, the domain names of senders.',
    paths: [
      'outside/smtp.ts',
      'outside/received/',
      'store/email-',
      'platform-email.ts',
      'domain/integrations/received-mail/',
    ],
  },
  {
    reason: 'They speak with a provider of logins or of directories, which has no stand-in.',
    paths: [
      'domain/login/provider',
      'domain/accounts/provider-login/',
      'domain/accounts/scim/',
      'domain/login/agents/',
      'domain/accounts/app-login/',
    ],
  },
  {
    reason: 'They speak with a server of calls, which has no stand-in.',
    paths: ['domain/organization/video-calls/', 'domain/writing/calls/'],
  },
  {
    reason: 'They need phones, browsers or payments that the push services know.',
    paths: ['domain/writing/push/', 'domain/writing/browser-push/', 'domain/people/push-'],
  },
  {
    reason: 'A person does it with a browser: pages that follow a link in a mail, or a second factor.',
    paths: [
      'domain/login/sessions/',
      'domain/login/factors/',
      'domain/accounts/sign-up/',
      'domain/accounts/password-reset/',
      'domain/accounts/find-accounts/',
      'domain/accounts/own-settings/',
      'domain/accounts/bots/',
      'domain/messages/public-pages/',
    ],
  },
  {
    reason: 'What they read is larger than a world of a few days: a second page, a large file, an animation.',
    paths: [
      'domain/messages/',
      'domain/mail/digests/',
      'domain/data/exports/',
      'domain/data/realm-copies/',
      'domain/files/',
      'domain/customization/pictures/',
      'domain/writing/previews/',
      'store/file',
      'api/multipart.ts',
      'api/tus.ts',
      'tokenizer/',
    ],
  },
  {
    reason: 'They decode formats of pictures that no member sends. Streams of the same host feed them.',
    paths: ['images/'],
  },
  {
    reason: 'The life deletes no account and no organization: test/data/restores.model.test.ts does, with its faults.',
    paths: ['domain/data/account-erasure/', 'domain/organization/realms/'],
  },
  {
    reason:
      'Node builds a form with a sound in another thread, at a time that no seed decides: test/integrations/transcripts.test.ts has servers that fail.',
    paths: ['domain/integrations/language-model/transcribe.ts'],
  },
  {
    reason: 'A report quotes a message for moderators who may not see it, so the oracle would call it a leak.',
    paths: ['domain/writing/reports/'],
  },
  {
    reason:
      'One answer of D1 must be lost at one moment of a restore. test/data/restores.test.ts takes each of these ways, with other seeds the life does.',
    paths: ['domain/data/restores/begin-restore.ts', 'domain/data/restores/recover.ts'],
  },
  {
    reason: 'They run at night, and days of a few hours have no night: `--hours 22` reaches most of them.',
    paths: ['domain/data/nightly-copies/'],
  },
  {
    reason:
      'The life has no such integration: addresses for deliveries, commands, subscriptions of bots, some tools of agents.',
    paths: [
      'domain/integrations/webhook-addresses/',
      'domain/integrations/incoming-webhooks/',
      'domain/integrations/commands/',
      'domain/integrations/mcp/',
      'domain/organization/event-subscriptions/',
    ],
  },
  {
    reason: 'Only an operator asks, about a deployment that has no operator in the world.',
    paths: [
      'domain/organization/deployment/',
      'domain/organization/metrics/',
      'domain/organization/usage/',
      'store/d1-migrations.ts',
    ],
  },
  {
    reason: 'They need jurisdictions, which neither workerd nor the world has.',
    paths: ['api/realm-locator.ts'],
  },
  {
    reason: 'They need several generations of databases: the model of the outbox has them.',
    paths: ['store/texts-in-d1.ts', 'store/realm-databases.ts', 'store/outbox.ts'],
  },
  {
    reason: 'They need an organization so large that a gateway answers for the presence of its users.',
    paths: ['gateway-pings.ts', 'gateway-object.ts', 'events/gateways/'],
  },
  {
    reason:
      'They are ways out that the life seldom takes: a refusal while the answer is made, a check of declarations in tests.',
    paths: [
      'edge-request.ts',
      'serve.ts',
      'api/kept-texts.ts',
      'api/routes.ts',
      'api/respond.ts',
      'api/completed.ts',
      'api/check-declaration.ts',
      'domain/people/users/',
    ],
  },
]

const groupOf = (place: string) => UNREACHED.find(({ paths }) => paths.some((path) => place.startsWith(`src/${path}`)))

/** Returns how many of these awaits each reason has, in sentences, and what is wrong with the table. `outside`: all awaits. */
export function reasonsOf(
  absent: readonly string[],
  outside: readonly string[],
): { lines: string[]; problems: string[] } {
  const counts = Map.groupBy(absent, (place) => groupOf(place)?.reason)
  const lines = [...counts].flatMap(([reason, places]) =>
    reason === undefined ? [] : [`  ${places.length}: ${reason}`],
  )
  const without = counts.get(undefined) ?? []
  const spare = UNREACHED.flatMap(({ paths }) => paths).filter(
    (path) => !outside.some((place) => place.startsWith(`src/${path}`)),
  )
  return {
    lines: [...lines, without.length === 0 ? 'None is left without a reason.' : ''].filter((line) => line !== ''),
    problems: [
      ...without.map((place) => `${place} never ran, and no group of awaits/unreached.ts has it`),
      ...spare.map((path) => `awaits/unreached.ts has ${path}, which has no such await`),
    ],
  }
}
