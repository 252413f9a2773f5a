import { concept } from '../../../concept'
import archive from './archive.sql'
import checksums from './checksums.sql'
import tables from './tables.sql'
import { makeExports } from './due-work'
import { getExports, createExport, removeExport, downloadExport } from './endpoints'
import { exportsChanged } from './events'

export const exports = concept({
  name: 'organization/exports',
  title: 'Data exports',
  tables: [tables, archive, checksums],
  endpoints: [getExports, createExport, removeExport, downloadExport],
  events: [exportsChanged],
  dueWork: [makeExports],
})
