import { withTimeLimit } from '../store/time-limit'

/** The platform's binding for language models. */
export type ModelService = { run(model: string, input: object): Promise<unknown> }

const MAX_SECONDS = 45

/** Returns what a model of the platform answered, or undefined if it refused or took too long. */
export async function runOnPlatform(service: ModelService, model: string, input: object): Promise<unknown> {
  try {
    return await withTimeLimit(MAX_SECONDS, service.run(model, input))
  } catch {
    // The platform says why in words for the operator, which can have parts of the texts.
    return undefined
  }
}
