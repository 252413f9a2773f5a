import { badRequest, rateLimitHit } from '../../../api/errors'

export const gifsAreOff = badRequest(() => 'This organization has no service for GIFs')
export const gifsAreIncomplete = badRequest(
  () => 'The service for GIFs of this organization needs an address and a key',
)
export const gifServiceFailed = badRequest(
  (f: { why: string }) => `The service for GIFs did not answer as expected: ${f.why}`,
)

export const searchErrors = [gifsAreOff, gifsAreIncomplete, gifServiceFailed, rateLimitHit]
