import { badRequest, type ApiError } from '../../../api/errors'
import { specifiedProduct } from '../../../api/vendor-names'
import { ADMINISTRATOR, GENERIC_BOT, GUEST, MEMBER, MODERATOR, type User } from './user'

export const isAdministrator = (user: Pick<User, 'role'>) => user.role <= ADMINISTRATOR
export const isGuest = (user: Pick<User, 'role'>) => user.role === GUEST

/** Whether the user came by a guest link, and no administrator made them an account like others. */
export const isLinkGuest = (user: Pick<User, 'role' | 'guest_link_id'>) => isGuest(user) && user.guest_link_id !== null

/** Whether the account is for a program that uses the API like a person. */
export const isProgram = ({ bot_type, is_system_bot }: Pick<User, 'bot_type' | 'is_system_bot'>) =>
  bot_type === GENERIC_BOT && !is_system_bot

const LEAST_ROLE_TO_SEE_EMAIL = { 1: GUEST, 2: MEMBER, 3: ADMINISTRATOR, 4: 0, 5: MODERATOR } as const

/** Whether the viewer can see the real address. People choose who can; the address of a bot is visible to all users. */
export const canSeeRealEmail = (viewer: Pick<User, 'user_id' | 'role'>, target: User): boolean =>
  target.is_bot ||
  viewer.user_id === target.user_id ||
  viewer.role <= LEAST_ROLE_TO_SEE_EMAIL[target.email_address_visibility]

export const insufficientPermission = badRequest(() => 'Insufficient permission')
export const notForGuests = badRequest(() => 'Not allowed for guest users')
export const noSuchUser = badRequest(() => 'No such user')
export const userIsDeactivated = badRequest(() => 'User is deactivated')
const nameTooLong = badRequest(() => 'Name too long!')
const nameTooShort = badRequest(() => 'Name too short!')
const nameHasInvalidCharacters = badRequest(() => 'Invalid characters in name!')
const nameHasInvalidFormat = badRequest(() => 'Invalid format!')
export const namesMustBeUnique = badRequest(() => 'Unique names required in this organization.')
export const badName = badRequest(() => 'Bad name or username')
/** All errors of a name. */
export const nameErrors = [
  badName,
  nameTooLong,
  nameTooShort,
  nameHasInvalidCharacters,
  nameHasInvalidFormat,
  namesMustBeUnique,
]

export const invalidEmail = badRequest((f: { email: string }) => `Invalid email '${f.email}'`)
export const emailInUse = badRequest((f: { email: string }) => `Email '${f.email}' already in use`)
export const wrongPassword = badRequest(() => 'Wrong password!')
export const passwordTooWeak = badRequest(() => 'The password is too weak.')
export const newPasswordTooWeak = badRequest(() => 'New password is too weak!')
export const passwordTooCommon = badRequest(
  () => 'This password is too easy to guess. Use several words that have nothing to do with you or this organization.',
)
export const passwordWasLeaked = badRequest(
  () => 'This password is known from a data leak of another site. Choose another one.',
)
export const notAllowedToCreateUsers = badRequest(() => 'User not authorized to create users')

export const MAX_NAME_LENGTH = 100
const MIN_NAME_LENGTH = 2

/** Refuses names that a mention, `@**name**` or `@**name|12**`, could not contain. */
export function refusalOfName(full_name: string): ApiError | undefined {
  if (full_name === '') return badName({})
  if ([...full_name].length > MAX_NAME_LENGTH) return nameTooLong({})
  if ([...full_name].length < MIN_NAME_LENGTH) return nameTooShort({})
  if (/[*`\\>"@\p{Cc}\p{Cs}]/u.test(full_name)) return nameHasInvalidCharacters({})
  if (/\|\d+$/.test(full_name)) return nameHasInvalidFormat({})
  return undefined
}

const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

export const refusalOfEmail = (email: string): ApiError | undefined =>
  email.length > 254 || !ADDRESS.test(email) ? invalidEmail({ email }) : undefined

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 100

/** A limit on the length, too: a request must not make the Worker hash a long text. */
const isTooWeak = (password: string) => password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH

export const refusalOfPassword = (password: string): ApiError | undefined =>
  isTooWeak(password) ? passwordTooWeak({}) : undefined

/** Same rule as `refusalOfPassword`, with the error of the endpoints that change a password. */
export const refusalOfNewPassword = (password: string): ApiError | undefined =>
  isTooWeak(password) ? newPasswordTooWeak({}) : undefined

const HUMAN_CLIENTS = new Set(
  [
    'SvcAndroid',
    'SvciOS',
    'SvcDesktop',
    'SvcMobile',
    'SvcElectron',
    'SvcTerminal',
    'snipe',
    'website',
    'ios',
    'android',
  ].map((name) => name.toLowerCase()),
)

/** Whether a person uses the client. Messages that a person sends are read for them; those of a program are not. */
export const isHumanClient = (client: string, vendor: string): boolean =>
  HUMAN_CLIENTS.has(specifiedProduct(client, vendor).toLowerCase())
