import { hashApiKey, sameSecret } from '../../../api/callers'
import { apiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { orUnavailable, type D1 } from '../../../store/d1'
import { databaseSizes, type Databases } from '../../../store/databases'
import { anyone } from '../../people/users/callers'
import { databaseFigures, failedStartFigures } from './database-figures'
import { metricsPage, REALMS_PER_PAGE } from './metrics-page'
import { countFailedStarts, metricsAfter } from './storage'

const wrongMetricsToken = apiError('UNAUTHORIZED', () => 'Wrong or missing token for the metrics')

export const getMetrics = endpoint.public({
  route: 'GET site:/metrics',
  summary: `Get what the realms of this deployment do, in the text format of Prometheus: ${REALMS_PER_PAGE} realms at a time.`,
  caller: anyone,
  params: { after: optional(shortText(), '') },
  errors: [wrongMetricsToken],
  serve: async ({ request, config, d1, databases }, { after }) => {
    const given = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    const { metrics_token } = config
    if (metrics_token === '' || !sameSecret(hashApiKey(given), hashApiKey(metrics_token))) throw wrongMetricsToken({})
    const rows = await orUnavailable(metricsAfter(d1, after, REALMS_PER_PAGE))
    // The first page is enough, because these figures are not of one realm.
    const figures = after === '' ? await deploymentFigures(databases, d1, config.database_limit) : []
    const page = [...figures, metricsPage(rows)].join('\n')
    return new Response(page, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  },
})

async function deploymentFigures(databases: Databases, d1: D1, limit: number): Promise<string[]> {
  const sizes = await databaseSizes(databases)
  return [...databaseFigures(sizes, limit), ...failedStartFigures(await orUnavailable(countFailedStarts(d1)))]
}
