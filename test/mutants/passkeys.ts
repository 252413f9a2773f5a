import type { Mutant } from './mutant'

const THREATS = 'test/threats/passkey-logins.test.ts'
const RULES = 'test/people/passkeys.rules.test.ts'
const PASSKEYS = 'test/login/passkeys.test.ts'
const REQUIRED = 'test/login/required-factors.test.ts'
const SIGNATURES = 'src/domain/people/passkeys/signature-rules.ts'
const STORAGE = 'src/domain/people/passkeys/storage.ts'

const signature = (search: string, replace: string, reason: string): Mutant => ({
  file: SIGNATURES,
  search,
  replace,
  reason,
  tests: [THREATS],
})

export const mutants: Mutant[] = [
  signature('return verify(', 'return true || verify(', 'Any signature counts.'),
  signature(' && client.origin === origin', '', 'A page of another realm asks for the signature.'),
  signature(' && !client.isEmbedded', '', 'A page that another site embeds asks for the signature.'),
  signature('client?.type === type', 'client !== undefined', 'A login counts as the registration of a passkey.'),
  signature('.equals(stated.rp_id_hash)', '.equals(stated.rp_id_hash) && false', 'A passkey of another host counts.'),
  signature('!stated.isUserPresent || ', '', 'A program uses a device that nobody touched.'),
  signature('(needsVerifiedUser && !stated.isUserVerified)', 'false', 'A stolen device is enough.'),
  signature('return stated.is_backup_eligible || !stated.is_backed_up', 'return true', 'A copied passkey counts.'),
  signature(
    ' || stated.is_backup_eligible !== passkey.is_backup_eligible',
    '',
    'A passkey of one device counts as one of several.',
  ),
  signature('if (!hasRisen(stated.sign_count, passkey.sign_count)) return undefined', '', 'A copied device counts.'),
  signature(' || credential_id !== registration.id', '', 'A passkey has the id of another one.'),
  {
    file: STORAGE,
    search: 'AND bound_to = ${bound_to}\n      AND expires_at > ${realm.now()}',
    replace: 'AND expires_at > ${realm.now()}',
    reason: 'A challenge counts in another browser.',
    tests: [THREATS],
  },
  {
    file: STORAGE,
    search: 'AND expires_at > ${realm.now()}\n    RETURNING',
    replace: 'RETURNING',
    reason: 'A challenge counts for ever.',
    tests: [THREATS],
  },
  {
    file: STORAGE,
    search: 'AND purpose = ${purpose} AND bound_to = ${bound_to}\n      AND expires_at >',
    replace: 'AND bound_to = ${bound_to}\n      AND expires_at >',
    reason: 'A challenge for one purpose counts for another.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/passkeys/actions.ts',
    search: 'made === undefined || findPasskeyOfCredential(realm, id)',
    replace: 'made === undefined',
    reason: 'One passkey belongs to two accounts.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/passkeys/actions.ts',
    search: 'if (userHandle !== null && userHandle !== findHandle(realm, passkey.user_id)) return undefined',
    replace: '',
    reason: 'A passkey logs in an account that the device does not name.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/passkeys/actions.ts',
    search: 'if (isFirstFactor) renewAfterProof(realm, user_id)',
    replace: '',
    reason: 'A thief stays logged in after a passkey was added.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/passkeys/login.ts',
    search: 'if (passkey?.user_id !== session.user_id) return',
    replace: 'if (passkey === undefined) return',
    reason: 'A passkey of one user completes the login of another.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/passkeys/login.ts',
    search: 'return { refusal: passkeyLoginDisabled({}) }',
    replace: 'undefined',
    reason: 'Users log in with a method that owners turned off.',
    tests: [PASSKEYS],
  },
  {
    file: 'src/domain/login/passkeys/confirmation-endpoints.ts',
    search: 'needsVerifiedUser: true',
    replace: 'needsVerifiedUser: false',
    reason: 'A stolen device changes the factors of its owner.',
    tests: [PASSKEYS],
  },
  {
    file: 'src/domain/people/factors/actions.ts',
    search: 'hasTotp(realm, user_id) || hasPasskeys(realm, user_id)',
    replace: 'hasTotp(realm, user_id)',
    reason: 'A password is enough for an account with a passkey.',
    tests: [THREATS],
  },
  {
    file: 'src/api/admission.ts',
    search: 'endpoint.caller.refusal(actor) ?? (actor && this.accounts.refusalWithoutFactor(realm, actor, endpoint))',
    replace: 'endpoint.caller.refusal(actor)',
    reason: 'A required factor is not required.',
    tests: [REQUIRED],
  },
  {
    file: 'src/domain/people/factors/required.ts',
    search: 'if (endpoint.isForSetUp || !lacksRequiredFactor(realm, user)) return undefined',
    replace: 'if (!lacksRequiredFactor(realm, user)) return undefined',
    reason: 'A user cannot add the factor that is required.',
    tests: [REQUIRED],
  },
  {
    file: 'src/domain/organization/settings/actions.ts',
    search:
      "changed.some((name) => name.startsWith('parley_factor_required')) && !hasRequiredFactor(realm, actor.user_id)",
    replace: 'false as boolean',
    reason: 'An owner locks out all owners.',
    tests: [REQUIRED],
  },
  {
    file: 'src/domain/people/passkeys/cose-rules.ts',
    search: 'return found && isUsable(found.jwk) ? found : undefined',
    replace: 'return found',
    reason: 'A point that is not on the curve is stored as a key.',
    tests: [RULES],
  },
  {
    file: 'src/domain/people/passkeys/cbor-rules.ts',
    search: "  if (size === undefined) throw new MalformedCbor('A number that is too large, or no length')\n",
    replace: '  if (size === undefined) return 0\n',
    reason: 'Data without a length is read as if it had one.',
    tests: ['test/people/passkeys.rules.test.ts'],
  },
]
