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
import tables from './tables.sql'

export const realmCopies = concept({
  name: 'organization/realm-copies',
  title: 'Copies of a realm',
  tables: [tables],
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
  ],
})
