import { wrongDeploymentSecret, type Caller } from '../../../api/callers'
import { apiError, badRequest } from '../../../api/errors'
import type { Config } from '../../../config'
import { isAdministrator, isGuest, notForGuests } from './rules'
import { INCOMING_WEBHOOK, OWNER, type User } from './user'
import { accountIsDeactivated, factorIsRequired, invalidApiKey, realmIsDeactivated } from './authentication'

export const mustBeAdministrator = apiError('UNAUTHORIZED_PRINCIPAL', () => 'Must be an organization administrator')
export const mustBeOwner = apiError('UNAUTHORIZED_PRINCIPAL', () => 'Must be an organization owner')
const notForBots = badRequest(() => 'This endpoint does not accept bot requests.')
const onlyForBots = badRequest(() => 'This endpoint is only available to bots.')
const notForWebhookBots = apiError('UNAUTHORIZED', () => 'This API is not available to incoming webhook bots.')

const refusalOfWebhookBot = (actor: User) => (actor.bot_type === INCOMING_WEBHOOK ? notForWebhookBots({}) : undefined)

/** The errors for credentials that are invalid, or no longer valid. */
const authenticationErrors = [invalidApiKey, accountIsDeactivated, realmIsDeactivated, factorIsRequired]

export const anyone: Caller<undefined> = {
  describes: 'anyone',
  needs: 'none',
  errors: [],
  refusal: () => undefined,
}

export const anyoneOrUser: Caller<User | undefined> = {
  describes: 'any user, or a client without an account',
  needs: 'optional',
  errors: authenticationErrors,
  refusal: () => undefined,
}

/** Users and spectators. An incoming webhook bot reads nothing. */
export const readers: Caller<User | undefined> = {
  describes: 'any user, or a spectator',
  needs: 'optional',
  errors: [...authenticationErrors, notForWebhookBots],
  refusal: (actor) => actor && refusalOfWebhookBot(actor),
}

export const anyUser: Caller<User> = {
  describes: 'any user',
  needs: 'account',
  errors: [...authenticationErrors, notForWebhookBots],
  refusal: refusalOfWebhookBot,
}

/** For personal settings and presence, which bots do not have. */
export const humans: Caller<User> = {
  describes: 'people, not bots',
  needs: 'account',
  errors: [...authenticationErrors, notForWebhookBots, notForBots],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (actor.is_bot ? notForBots({}) : undefined),
}

export const humansButGuests: Caller<User> = {
  describes: 'people, neither bots nor guests',
  needs: 'account',
  errors: [...humans.errors, notForGuests],
  refusal: (actor) => humans.refusal(actor) ?? (isGuest(actor) ? notForGuests({}) : undefined),
}

/** For what programs also do for people. */
export const anyUserButGuests: Caller<User> = {
  describes: 'people and bots, but no guests',
  needs: 'account',
  errors: [...anyUser.errors, notForGuests],
  refusal: (actor) => anyUser.refusal(actor) ?? (isGuest(actor) ? notForGuests({}) : undefined),
}

/** For what only programs need. */
export const bots: Caller<User> = {
  describes: 'bots, not people',
  needs: 'account',
  errors: [...anyUser.errors, onlyForBots],
  refusal: (actor) => anyUser.refusal(actor) ?? (actor.is_bot ? undefined : onlyForBots({})),
}

/** For sending messages, the only thing that an incoming webhook bot can do. */
export const anyUserOrWebhook: Caller<User> = {
  describes: 'any user, incoming webhook bots too',
  needs: 'account',
  errors: authenticationErrors,
  refusal: () => undefined,
}

/** For the addresses of bots. The parameter `secret` of the path is the credential. */
export const addressSenders: Caller<User> = {
  ...anyUserOrWebhook,
  describes: 'a program that knows the address',
  secretInPath: 'secret',
}

/** For count addresses. The parameter `secret` of the path is the credential. */
export const countReaders: Caller<User> = {
  ...anyUserOrWebhook,
  describes: 'a page that knows the count address',
  countSecretInPath: 'secret',
}

/** For incoming webhooks. Their senders often know only an address, so the key may be in it. */
export const webhookSenders: Caller<User> = { ...anyUserOrWebhook, acceptsKeyInAddress: true }

export const administrators: Caller<User> = {
  describes: 'organization administrators',
  needs: 'account',
  errors: [...authenticationErrors, notForWebhookBots, mustBeAdministrator],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (isAdministrator(actor) ? undefined : mustBeAdministrator({})),
}

export const owners: Caller<User> = {
  describes: 'organization owners',
  needs: 'account',
  errors: [...authenticationErrors, notForWebhookBots, mustBeOwner],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (actor.role === OWNER ? undefined : mustBeOwner({})),
}

/** A client with the secret of the deployment. The Worker has compared it. */
export const theDeployment: Caller<undefined> = {
  describes: "the deployment's secret",
  needs: 'deployment',
  errors: [wrongDeploymentSecret],
  refusal: () => undefined,
}

/** The operator, or the browser of an owner who began an import. */
export const importers: Caller<undefined> = {
  ...theDeployment,
  describes: "the deployment's secret, or the key of an import",
  acceptsImportKey: true,
}

export const notInProduction = badRequest(() => 'Endpoint not available in production.')

/** Throws `notInProduction` unless the deployment is for development. */
export function requireDevelopment({ config }: { config: Pick<Config, 'development'> }): object {
  if (!config.development) throw notInProduction({})
  return {}
}
