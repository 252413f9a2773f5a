import { badRequest, rateLimitHit } from '../../../api/errors'

export const modelIsNotChosen = badRequest(() => 'This organization has no language model')
export const modelIsIncomplete = badRequest(
  () => 'The language model of this organization needs an address and the name of a model',
)
export const platformHasNoModel = badRequest(() => 'This server has no language model of its platform')
export const modelFailed = badRequest((f: { why: string }) => `The language model did not answer as expected: ${f.why}`)
export const modelIsAskedTooOften = badRequest(
  (f: { most: number }) => `This organization asks its language model at most ${f.most} times a day`,
)
export const speechIsNotChosen = badRequest(() => 'This organization has no model that writes down speech')
export const noSuchSound = badRequest(() => 'The message has no such file with sound')
export const soundIsTooLarge = badRequest(() => 'The file is too large for the language model')
export const nothingToSummarize = badRequest(() => 'There are no messages to summarize')
export const placeIsUnclear = badRequest(() => 'Name a topic with its channel, or the people of a conversation')
export const unknownLanguage = badRequest(() => 'The language is not known')
/** The errors of each request that asks the model. */
export const askingErrors = [
  modelIsNotChosen,
  modelIsIncomplete,
  platformHasNoModel,
  modelFailed,
  modelIsAskedTooOften,
  rateLimitHit,
]
