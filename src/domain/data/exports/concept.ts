import { concept } from '../../../concept'
import archive from './archive.sql'
import checksums from './checksums.sql'
import complete from './complete.sql'
import tables from './tables.sql'
import searches from './searches.sql'
import { deleteOldSearchExports, makeExports } from './due-work'
import { createCompleteExport, removeCompleteExports } from './complete-endpoints'
import { getSearchExports, postSearchExport, removeSearchExport } from './discovery-endpoints'
import { getExports, createExport, removeExport, downloadExport } from './endpoints'
import { exportsChanged } from './events'

export const exports = concept({
  name: 'data/exports',
  title: 'Data exports',
  tables: [tables, archive, checksums, complete, searches],
  endpoints: [
    getExports,
    createExport,
    removeExport,
    downloadExport,
    createCompleteExport,
    removeCompleteExports,
    postSearchExport,
    getSearchExports,
    removeSearchExport,
  ],
  events: [exportsChanged],
  dueWork: [makeExports, deleteOldSearchExports],
})
