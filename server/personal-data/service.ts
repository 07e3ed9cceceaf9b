export { deleteAccount } from './deletion.ts'
