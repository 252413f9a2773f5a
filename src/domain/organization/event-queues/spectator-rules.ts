import { badRequest, type ApiError } from '../../../api/errors'

const invalidForSpectators = badRequest((f: { name: string }) => `Invalid '${f.name}' parameter for anonymous request`)
export const spectatorErrors = [invalidForSpectators]

type SpectatorOptions = { client_gravatar?: boolean; include_subscribers?: string }

/** Spectators see no email addresses and no subscribers, so they cannot request them. */
export function refusalOfSpectatorOptions(options: SpectatorOptions): ApiError | undefined {
  const { client_gravatar, include_subscribers = 'false' } = options
  if (client_gravatar === true) return invalidForSpectators({ name: 'client_gravatar' })
  return include_subscribers === 'false' ? undefined : invalidForSpectators({ name: 'include_subscribers' })
}
