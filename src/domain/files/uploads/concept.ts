import { concept } from '../../../concept'
import tables from './tables.sql'
import { endExpiredUploads } from './due-work'
import {
  getTusCapabilities,
  createResumableUpload,
  getResumableUpload,
  sendPiece,
  endResumableUpload,
} from './endpoints'
import { uploadFile, finishUploading } from './form-endpoints'
import { endUntoldUpload, noteUploadProgress, finishResumableUpload } from './inner'

export const uploads = concept({
  name: 'files/uploads',
  title: 'Uploads',
  tables: [tables],
  endpoints: [
    getTusCapabilities,
    createResumableUpload,
    getResumableUpload,
    sendPiece,
    endResumableUpload,
    uploadFile,
    finishUploading,
    endUntoldUpload,
    noteUploadProgress,
    finishResumableUpload,
  ],
  dueWork: [endExpiredUploads],
})
