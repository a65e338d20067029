/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How to press the mouse; the left button alone by default. */
export interface Press {
  readonly button?: 'left' | 'middle';
  /** With the Control key held. */
  readonly control?: boolean;
}

/** Keys that type no character. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** The few operations that each engine implements; screen.ts builds all user actions from these. */
export interface Engine {
  goto(url: string): Promise<void>;
  /**
   * Runs a script in the page: a function body that reads its arguments from `arguments`. Returns
   * the script's return value, as JSON.
   */
  run(body: string, args?: readonly unknown[]): Promise<unknown>;
  /** Presses the mouse, or taps if the engine has a touch screen. */
  press(at: Point, how?: Press): Promise<void>;
  /** Drags the mouse from one point to another. */
  drag(from: Point, to: Point): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Chooses files in the page's only file input. */
  upload(paths: readonly string[]): Promise<void>;
  /** Returns how many tabs and windows are open. */
  tabs(): Promise<number>;
  screenshot(path: `${string}.png`): Promise<void>;
  /** Returns the console messages and errors of the pages so far, if the engine reports them. */
  noise(): readonly string[];
  close(): Promise<void>;
}

/**
 * A running browser. Each test gets a new session, without cookies or storage of other sessions.
 */
export interface RunningBrowser {
  session(): Promise<Engine>;
  close(): Promise<void>;
}

/** The selector of a file input. */
export const fileInput = 'input[type="file"]';
