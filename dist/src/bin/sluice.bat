@echo off
rem Starts Sluice with the runtime beside it, else with JAVA_HOME's or the path's Java, 17 or later.
rem SLUICE_JAVA_OPTS holds options for Java, such as -Xmx8g.
setlocal
set "SLUICE_HOME=%~dp0.."
set "SLUICE_JAVA=java"
if defined JAVA_HOME set "SLUICE_JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%SLUICE_HOME%\runtime\bin\java.exe" set "SLUICE_JAVA=%SLUICE_HOME%\runtime\bin\java.exe"
if "%SLUICE_JAVA%"=="java" where java >nul 2>nul || goto nojava
if not "%SLUICE_JAVA%"=="java" if not exist "%SLUICE_JAVA%" goto nojava
"%SLUICE_JAVA%" %SLUICE_JAVA_OPTS% -Djava.awt.headless=true -cp "%SLUICE_HOME%\lib\*" io.sluice.cli.Main %*
exit /b %ERRORLEVEL%
:nojava
echo sluice: needs Java 17 or later, got none at %SLUICE_JAVA% (set JAVA_HOME, add java to PATH, or use the archive with a runtime) 1>&2
exit /b 1
