import { join } from 'node:path'
import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const SHARED_BUFFERS_MAX_MB = 1024

/** Memory of this machine, or of the container that the process runs in. */
const memoryMegabytes = () => Math.min(totalmem(), process.constrainedMemory() || Infinity) / MEGABYTE

/**
 * PostgreSQL gets an eighth of the memory, which it shares with Node. With a million products, 1 GB answered 1.5
 * times as many searches as 256 MB.
 */
export const memorySettings = () => ({
  shared_buffers: `${Math.round(Math.min(memoryMegabytes() / 8, SHARED_BUFFERS_MAX_MB))}MB`,
  effective_cache_size: `${Math.round(memoryMegabytes() / 2)}MB`,
})

/** Settings for a small server shared with Node; large sites set DATABASE_URL to a server of their own. */
export const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // After a crash, the log since the last checkpoint is replayed: with 2 GB that took half a minute.
  max_wal_size: '256MB',
  checkpoint_timeout: '1min',
  // A base of the backup keeps the log that is written meanwhile; a slow one must not fill the disk.
  max_slot_wal_keep_size: '4GB',
  // A bulk load reaches max_wal_size within seconds, which needs no warning.
  checkpoint_warning: '0',
  wal_compression: 'on',
  // Random reads cost nearly as little as sequential ones on solid-state disks.
  random_page_cost: '1.1',
  // Compilation takes longer than our short queries.
  jit: 'off',
  // A single page's query should not use all cores, because other visitors need them too.
  max_parallel_workers_per_gather: '0',
  // Small containers have 64 MB of /dev/shm, too little for parallel index builds.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A server that restarts itself may hang for ever, for example on a full disk; its parent restarts it instead.
  restart_after_crash: 'off',
  // After a crash, the whole file system is synced at once, which takes 0.3 s; file by file took 3 s.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}

/** The server itself copies files of the log into a local folder, so that a slow backup does not delay it. */
export const archiveSettings = (folder: string) => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folder,
})

/** Folder for whole files of the log until they are in the backup. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'archive')
