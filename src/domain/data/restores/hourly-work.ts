import { logLine } from '../../../api/log-line'
import { d1 } from '../../../store/d1'
import type { Databases } from '../../../store/databases'
import { writeHourlyRun } from '../../organization/deployment/storage'
import type { Config } from '../../../config'
import { uploadRealmsHourly } from '../../people/push-service/upload'
import { deleteUnneededTexts } from './sweep'

/** What the platform starts each hour, for all realms. Operators see when it last ran. */
export async function runHourlyWork(databases: Databases, config: Config, now: number): Promise<void> {
  const first = d1(databases.first)
  const results = await Promise.allSettled([deleteUnneededTexts(databases, now), uploadRealmsHourly(config, first)])
  for (const result of results)
    if (result.status === 'rejected') logLine('error', 'hourly_work_failed', {}, result.reason)
  await writeHourlyRun(first, now)
}
