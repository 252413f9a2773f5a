import { concept } from '../../../concept'
import { makeNightlyCopies } from './due-work'
import { getNightlyCopies } from './endpoints'
import absences from './absences.sql'
import tables from './tables.sql'

export const nightlyCopies = concept({
  name: 'data/nightly-copies',
  title: 'Copies of a realm',
  tables: [tables, absences],
  endpoints: [getNightlyCopies],
  dueWork: [makeNightlyCopies],
})
