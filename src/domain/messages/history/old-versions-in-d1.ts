import type { D1Table } from '../../../store/d1-tables'
import { OLD_VERSIONS } from './storage'

/** What edited messages said before, where it stays. */
export const oldVersionsInD1: D1Table = {
  name: OLD_VERSIONS,
  key: 'id',
  columns: ['content', 'rendered_content'],
}
