import { join } from 'node:path'
import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const SHARED_BUFFERS_MAX_MB = 1024

/** Of this machine, or of the container that the process runs in. */
const memoryMegabytes = () => Math.min(totalmem(), process.constrainedMemory() || Infinity) / MEGABYTE

/** An eighth of the memory, which PostgreSQL shares with Node; with a million products 1 GB found half as much again as a quarter of it. */
export const memorySettings = () => ({
  shared_buffers: `${Math.round(Math.min(memoryMegabytes() / 8, SHARED_BUFFERS_MAX_MB))}MB`,
  effective_cache_size: `${Math.round(memoryMegabytes() / 2)}MB`,
})

/** For a small server that PostgreSQL shares with Node; a large one is reached by DATABASE_URL. */
export const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // After a crash the log since the last checkpoint is run again: with 2 GB that took half a minute.
  max_wal_size: '256MB',
  checkpoint_timeout: '1min',
  // A bulk load reaches that size within seconds.
  checkpoint_warning: '0',
  wal_compression: 'on',
  // Solid-state disks read anywhere at nearly the same cost.
  random_page_cost: '1.1',
  // Compiling costs more than our short queries take.
  jit: 'off',
  // A page's query shares the cores with other visitors; it should not take them all.
  max_parallel_workers_per_gather: '0',
  // Small containers have 64 MB of /dev/shm, too little for parallel index builds.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Restarting within itself it may hang for good, as on a full disk; its parent starts it anew.
  restart_after_crash: 'off',
  // After a crash the disk is synchronized as a whole: file by file took 3 s instead of 0.3.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}

/** Files of the log are copied by the server itself; who takes them from there must be quick, not it. */
export const archiveSettings = (folder: string) => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folder,
})

/** Where the server puts whole files of its log until they are in the backup. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'archive')
