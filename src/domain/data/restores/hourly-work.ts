import { d1 } from '../../../store/d1'
import type { Databases } from '../../../store/databases'
import { writeHourlyRun } from '../../organization/deployment/storage'
import { deleteUnneededTexts } from './sweep'

/** What the platform starts each hour, for all realms. Operators see when it last ran. */
export async function runHourlyWork(databases: Databases, now: number): Promise<void> {
  await deleteUnneededTexts(databases, now)
  await writeHourlyRun(d1(databases.first), now)
}
