import { concept } from '../../../concept'
import { getCopiedFile, getCopiedMessages, getCopiedRows, getCopiedVersions, getCopy } from './export-endpoints'
import {
  postCopiedMessages,
  postCopiedRows,
  postCopiedVersions,
  postFinishedImport,
  postImport,
  putCopiedFile,
} from './import-endpoints'
import importKeys from './import-keys.sql'
import { getOwnImport, postOwnImport } from './owner-endpoints'
import tables from './tables.sql'

export const realmCopies = concept({
  name: 'data/realm-copies',
  title: 'Copies of a realm',
  tables: [tables, importKeys],
  endpoints: [
    getCopy,
    getCopiedRows,
    getCopiedMessages,
    getCopiedVersions,
    getCopiedFile,
    postImport,
    postCopiedRows,
    postCopiedMessages,
    postCopiedVersions,
    putCopiedFile,
    postFinishedImport,
    getOwnImport,
    postOwnImport,
  ],
})
