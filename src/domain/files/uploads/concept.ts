import { concept } from '../../../concept'
import tables from './tables.sql'
import { deleteExpiredUploads } from './due-work'
import {
  getTusCapabilities,
  createResumableUpload,
  getResumableUpload,
  sendPiece,
  endResumableUpload,
} from './tus-endpoints'
import { uploadFile } from './form-endpoints'

export const uploads = concept({
  name: 'files/uploads',
  title: 'Uploads',
  tables: [tables],
  endpoints: [getTusCapabilities, createResumableUpload, getResumableUpload, sendPiece, endResumableUpload, uploadFile],
  dueWork: [deleteExpiredUploads],
})
