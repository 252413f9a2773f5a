import { wrongDeploymentSecret, type Caller } from '../../../api/callers'
import { apiError, badRequest } from '../../../api/errors'
import { accountIsDeactivated, invalidApiKey, realmIsDeactivated } from './keys'
import { isAdministrator, isGuest, notForGuests } from './rules'
import { INCOMING_WEBHOOK, OWNER, type User } from './user'

export const mustBeAdministrator = apiError('UNAUTHORIZED_PRINCIPAL', () => 'Must be an organization administrator')
export const mustBeOwner = apiError('UNAUTHORIZED_PRINCIPAL', () => 'Must be an organization owner')
const notForBots = badRequest(() => 'This endpoint does not accept bot requests.')
const notForWebhookBots = apiError('UNAUTHORIZED', () => 'This API is not available to incoming webhook bots.')

const refusalOfWebhookBot = (actor: User) => (actor.bot_type === INCOMING_WEBHOOK ? notForWebhookBots({}) : undefined)

// What anyone is told who gives credentials that are none, or no longer.
const notRecognised = [invalidApiKey, accountIsDeactivated, realmIsDeactivated]

export const anyone: Caller<undefined> = {
  describes: 'anyone',
  needs: 'nobody',
  errors: [],
  refusal: () => undefined,
}

export const anyoneOrUser: Caller<User | undefined> = {
  describes: 'anyone, as a user or as nobody',
  needs: 'whoever',
  errors: notRecognised,
  refusal: () => undefined,
}

/** Anyone who may read anything: an incoming webhook bot may not, and those without an account little. */
export const readers: Caller<User | undefined> = {
  describes: 'any user, or nobody who looks in',
  needs: 'whoever',
  errors: [...notRecognised, notForWebhookBots],
  refusal: (actor) => actor && refusalOfWebhookBot(actor),
}

export const anyUser: Caller<User> = {
  describes: 'any user',
  needs: 'account',
  errors: [...notRecognised, notForWebhookBots],
  refusal: refusalOfWebhookBot,
}

/** Bots have nothing to prefer and nobody to be away from. */
export const humans: Caller<User> = {
  describes: 'people, not bots',
  needs: 'account',
  errors: [...notRecognised, notForWebhookBots, notForBots],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (actor.is_bot ? notForBots({}) : undefined),
}

export const humansButGuests: Caller<User> = {
  describes: 'people, neither bots nor guests',
  needs: 'account',
  errors: [...humans.errors, notForGuests],
  refusal: (actor) => humans.refusal(actor) ?? (isGuest(actor) ? notForGuests({}) : undefined),
}

/** An incoming webhook bot may post, and nothing else. */
export const anyUserOrWebhook: Caller<User> = {
  describes: 'any user, incoming webhook bots too',
  needs: 'account',
  errors: notRecognised,
  refusal: () => undefined,
}

export const administrators: Caller<User> = {
  describes: 'organization administrators',
  needs: 'account',
  errors: [...notRecognised, notForWebhookBots, mustBeAdministrator],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (isAdministrator(actor) ? undefined : mustBeAdministrator({})),
}

export const owners: Caller<User> = {
  describes: 'organization owners',
  needs: 'account',
  errors: [...notRecognised, notForWebhookBots, mustBeOwner],
  refusal: (actor) => refusalOfWebhookBot(actor) ?? (actor.role === OWNER ? undefined : mustBeOwner({})),
}

/** Whoever holds the deployment's secret; the edge has compared it. */
export const theDeployment: Caller<undefined> = {
  describes: "the deployment's secret",
  needs: 'deployment',
  errors: [wrongDeploymentSecret],
  refusal: () => undefined,
}
