import { badRequest } from '../../../api/errors'
import type { Config } from '../../../config'

export const notInProduction = badRequest(() => 'Endpoint not available in production.')

export function refuseInProduction({ config }: { config: Pick<Config, 'development'> }): object {
  if (!config.development) throw notInProduction({})
  return {}
}
