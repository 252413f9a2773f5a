import { concept } from '../../../concept'
import { makeNightlyCopies } from './due-work'
import { getNightlyCopies } from './endpoints'
import tables from './tables.sql'

export const nightlyCopies = concept({
  name: 'organization/nightly-copies',
  title: 'Copies of a realm',
  tables: [tables],
  endpoints: [getNightlyCopies],
  dueWork: [makeNightlyCopies],
})
