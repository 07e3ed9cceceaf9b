import { execFileSync } from 'node:child_process'

export interface RunningProcess {
  pid: number
  parent: number
  command: string
}

/** Processes of this machine. */
export function runningProcesses(): RunningProcess[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
  return rows.map((row) => {
    const [pid, parent, ...command] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
  })
}
