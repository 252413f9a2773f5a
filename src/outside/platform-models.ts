import { withTimeLimit } from '../store/time-limit'
import type { Purpose } from './purposes'

/** The platform's binding for language models. */
export type ModelService = { run(model: string, input: object): Promise<unknown> }

/** Returns what a model of the platform answered, or undefined if it refused or took too long. */
export async function runOnPlatform(
  service: ModelService,
  { milliseconds }: Purpose,
  { name, input }: { name: string; input: object },
): Promise<unknown> {
  try {
    return await withTimeLimit(milliseconds / 1000, service.run(name, input))
  } catch {
    // The platform says why in words for the operator, which can have parts of the texts.
    return undefined
  }
}
